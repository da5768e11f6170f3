import { jwtVerify, SignJWT } from 'jose';
import type { StorageCaller } from './caller.ts';
import { StorageError } from './error.ts';

/** How long a signed address may be valid, as it cannot be revoked: a week. */
const DOWNLOAD_MAX_SECONDS = 7 * 24 * 3600;

/** What a token is for: an access token is of no use as an address, nor the other way round. */
const AUDIENCE = 'storage:download';

export type StorageSigner = ReturnType<typeof storageSigner>;

/**
 * Signs and checks the tokens in addresses of objects. A token is valid for one object, as long as the member who asked
 * for it may read that, and names no host.
 */
export function storageSigner(jwtSecret: string) {
  const secret = new TextEncoder().encode(jwtSecret);

  return {
    /** The address of an object relative to /storage/v1, valid for `seconds`, a week at most. */
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

    /** Answers who asked for the address. StorageError 400 for a token of another object, or no valid one. */
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

/** StorageError 400 for an address of an older version, which does not say whose it is. */
function signerOf({ by, owner }: Record<string, unknown>): StorageCaller {
  if (by === 'anon' || by === 'service_role') return { role: by, userId: null, claims: { role: by } };
  if (by !== 'authenticated' || typeof owner !== 'string') {
    throw new StorageError(400, 'InvalidJWT', 'The address does not say who made it. Ask for a new one.');
  }
  return { role: by, userId: owner, claims: { role: by, sub: owner } };
}
