import type { PeopleProblems } from './people-schemas.ts';

type ProblemKey = `people.problems.${keyof PeopleProblems}`;

/** The validation messages of the page's forms. @param t a translator of the `admin` messages */
export function peopleProblems(t: (key: ProblemKey) => string): PeopleProblems {
  return {
    email: t('people.problems.email'),
    role: t('people.problems.role'),
    languages: t('people.problems.languages'),
    person: t('people.problems.person'),
  };
}
