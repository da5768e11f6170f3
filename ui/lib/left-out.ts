/**
 * Replaces the parts of the Supabase client that no screen uses (vite.config.ts): channels, passkeys and wallets. They
 * would add 18 kB to every first screen.
 */
export class RealtimeClient {
  setAuth(): Promise<void> {
    return Promise.resolve();
  }
}

export class WebAuthnApi {}

function leftOut(): never {
  throw new Error('This part of the Supabase client is left out of the UI.');
}

export {
  leftOut as browserSupportsWebAuthn,
  leftOut as createCredential,
  leftOut as createSiweMessage,
  leftOut as deserializeCredentialCreationOptions,
  leftOut as deserializeCredentialRequestOptions,
  leftOut as fromHex,
  leftOut as getAddress,
  leftOut as getCredential,
  leftOut as serializeCredentialCreationResponse,
  leftOut as serializeCredentialRequestResponse,
  leftOut as toHex,
  leftOut as webAuthnAbortService,
};
