import { type FormShape, fieldsOf, formShape, textField } from '#core/forms/form-shape.ts';
import { accessSchema, inviteSchema, type PeopleProblems, personSchema } from './people-schemas.ts';

/** The fields of all forms of the page: each form has some of them, and its `intent`. */
export function peopleForm(problems: PeopleProblems): FormShape {
  return formShape({
    ...fieldsOf(inviteSchema(problems), accessSchema(problems), personSchema(problems)),
    intent: textField(),
    confirmed: textField(),
  });
}
