import { jwtVerify, SignJWT } from 'jose';
import type { StorageCaller } from './caller.ts';
import { StorageError } from './error.ts';

/** Maximum lifetime of a signed URL, which cannot be revoked: a week. */
const DOWNLOAD_MAX_SECONDS = 7 * 24 * 3600;

/** Keeps access tokens and signed URLs apart: neither is accepted as the other. */
const AUDIENCE = 'storage:download';

export type StorageSigner = ReturnType<typeof storageSigner>;

/**
 * Signs and checks the tokens of signed URLs. A token is valid for one object, as long as the caller who requested it
 * may read that object. It names no host.
 */
export function storageSigner(jwtSecret: string) {
  const secret = new TextEncoder().encode(jwtSecret);

  return {
    /** The signed URL of an object, relative to /storage/v1; valid for `seconds`, at most a week. */
    async downloadUrl(
      bucket: string,
      key: string,
      seconds: number,
      { role, userId }: Pick<StorageCaller, 'role' | 'userId'>,
    ): Promise<string> {
      const token = await new SignJWT({ url: `${bucket}/${key}`, by: role, owner: userId })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + Math.min(seconds, DOWNLOAD_MAX_SECONDS))
        .sign(secret);
      return `/object/sign/${bucket}/${key}?token=${token}`;
    },

    /** Resolves with the caller who requested the URL. StorageError 400 for an invalid token, or another object's. */
    async check(bucket: string, key: string, token: string | null): Promise<StorageCaller> {
      if (!token) throw new StorageError(400, 'InvalidRequest', "querystring must have required property 'token'");
      const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], audience: AUDIENCE }).catch(
        (error: Error) => {
          throw new StorageError(400, 'InvalidJWT', error.message);
        },
      );
      if (payload.url !== `${bucket}/${key}`) throw new StorageError(400, 'InvalidSignature', 'Invalid signature');
      return signerOf(payload);
    },
  };
}

/** StorageError 400 for a token of an older version, which does not contain the caller. */
function signerOf({ by, owner }: Record<string, unknown>): StorageCaller {
  if (by === 'anon' || by === 'service_role') return { role: by, userId: null, claims: { role: by } };
  if (by !== 'authenticated' || typeof owner !== 'string') {
    throw new StorageError(400, 'InvalidJWT', 'The address does not say who made it. Ask for a new one.');
  }
  return { role: by, userId: owner, claims: { role: by, sub: owner } };
}
