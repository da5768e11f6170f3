/**
 * Stands in for auth-js' passkeys in the build (vite.config.ts): people sign in with e-mail and password (§2), and the real file would add 4 kB to
 * the first load. The client makes a WebAuthnApi and leaves it alone; a call of anything else is a mistake and says so.
 */
export class WebAuthnApi {}

function missing(): never {
  throw new Error('This build has no passkeys: remove the stand-in for lib/webauthn in vite.config.ts.');
}

export {
  missing as browserSupportsWebAuthn,
  missing as createCredential,
  missing as deserializeCredentialCreationOptions,
  missing as deserializeCredentialRequestOptions,
  missing as getCredential,
  missing as serializeCredentialCreationResponse,
  missing as serializeCredentialRequestResponse,
};
export const webAuthnAbortService = { createNewAbortSignal: missing };
