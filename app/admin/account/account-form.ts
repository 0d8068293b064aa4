import { type FormShape, fieldsOf, formShape, textField } from '#core/forms/form-shape.ts';
import {
  deleteSchema,
  emailChangeSchema,
  emailCodeSchema,
  type OwnAccountProblems,
  passwordChangeSchema,
  profileSchema,
  revokeSchema,
} from './own-account-schemas.ts';

/** The fields of all forms of the page: each form has some of them, and its `intent`. */
export function accountForm(problems: OwnAccountProblems): FormShape {
  const schemas = [profileSchema, emailChangeSchema, emailCodeSchema, passwordChangeSchema, deleteSchema];
  return formShape({
    ...fieldsOf(revokeSchema(), ...schemas.map((schema) => schema(problems))),
    intent: textField(),
  });
}
