export default function RevisionsRoute() {
  return null;
}
