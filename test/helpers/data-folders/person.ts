/** A person with a valid password. */
export interface Person {
  name: string;
  email: string;
  password: string;
}

export const ANA: Person = { name: 'Ana Robles', email: 'ana@example.org', password: 'lámpara río sereno' };
