declare module '~icons/*' {
  const icon: { body: string; width: number; height: number };
  export default icon;
}
