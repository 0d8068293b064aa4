import { PASSWORD_LENGTH } from '#core/accounts/password-rules.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { callContext } from './call-context.ts';
import { createDocumentAdapter } from './document-adapter.ts';
import { MODEL_NAMES } from './model-documents.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface AuthOptions {
  store: DocumentStore;
  /** The site's own origin. */
  origin: string;
  /** At least 32 characters. */
  secret: string;
  hasher: PasswordHasher;
}

/** better-auth as Meki configures it. */
export type Auth = Awaited<ReturnType<typeof loadAuth>>;

/** Loads better-auth, which takes a third of a second and 45 MB: on first use, never at start. */
export async function loadAuth({ store, origin, secret, hasher }: AuthOptions) {
  const [{ betterAuth }, { createAdapterFactory }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters'),
  ]);
  return betterAuth({
    baseURL: origin,
    secret,
    database: createDocumentAdapter(store, createAdapterFactory),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: {
      modelName: MODEL_NAMES.user,
      additionalFields: {
        language: { type: 'string', required: true },
        role: { type: 'string', input: false, defaultValue: 'viewer' },
        languages: { type: 'string[]', input: false, defaultValue: () => [] },
        disabled: { type: 'boolean', input: false, defaultValue: false },
        sessionEpoch: { type: 'number', input: false, defaultValue: 0 },
      },
    },
    session: {
      modelName: MODEL_NAMES.session,
      additionalFields: {
        sessionEpoch: { type: 'number', input: false },
        device: { type: 'string', input: false },
        place: { type: 'string', input: false, required: false },
        remember: { type: 'boolean', input: false },
        authenticatedAt: { type: 'number', input: false },
      },
    },
    account: { modelName: MODEL_NAMES.account },
    verification: { modelName: MODEL_NAMES.verification },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      /** Our own rules have judged it before, counting characters and not UTF-16 units. */
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_LENGTH.max * 2,
      password: {
        /** Asked for an email without an account alone, so that it takes as long: accounts are made without better-auth. */
        hash: async (password) => {
          const context = callContext();
          if (!context?.waitingPassword) return hasher.hash(password);
          context.passwordWasRight = await hasher.verify(context.waitingPassword, password);
          return context.waitingPassword;
        },
        verify: ({ hash, password }) => hasher.verify(hash, password),
      },
    },
    databaseHooks: {
      session: {
        create: {
          /** Reached with the right password alone. The token, the times and the rest are ours. */
          before: async (session) => {
            const context = callContext();
            if (context) context.passwordWasRight = true;
            if (!context?.session) return false;
            const { token, record } = context.session;
            const times = {
              createdAt: new Date(record.createdAt),
              updatedAt: new Date(record.updatedAt),
              expiresAt: new Date(record.expiresAt),
            };
            return { data: { ...session, ...record, ...times, token } };
          },
        },
      },
    },
  });
}
