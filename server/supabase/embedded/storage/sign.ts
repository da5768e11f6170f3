import { jwtVerify, SignJWT } from 'jose';
import type { StorageCaller } from './caller.ts';
import { StorageError } from './error.ts';

/** How long a signed upload may begin: two hours, as hosted. */
const UPLOAD_SECONDS = 7200;

/** How long a signed address may be good, as nobody can take it back: a week. */
const DOWNLOAD_MAX_SECONDS = 7 * 24 * 3600;

type Purpose = 'download' | 'upload';
/** Who asked for an address: it is good as long as they may do what it is for. */
type Signer = Pick<StorageCaller, 'role' | 'userId'>;
export type UploadGrant = { caller: StorageCaller; upsert: boolean };

export type StorageSigner = ReturnType<typeof storageSigner>;

/**
 * Signs and checks the tokens in addresses of objects. A token is good for one object and one purpose, names no host,
 * and is of no use as an access token, nor is an access token of use here.
 */
export function storageSigner(jwtSecret: string) {
  const secret = new TextEncoder().encode(jwtSecret);

  const sign = (purpose: Purpose, bucket: string, key: string, seconds: number, more: Record<string, unknown> = {}) =>
    new SignJWT({ url: `${bucket}/${key}`, ...more })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(`storage:${purpose}`)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(secret);

  const check = async (purpose: Purpose, bucket: string, key: string, token: string | null) => {
    if (!token) throw new StorageError(400, 'InvalidRequest', "querystring must have required property 'token'");
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      audience: `storage:${purpose}`,
    }).catch((error: Error) => {
      throw new StorageError(400, 'InvalidJWT', error.message);
    });
    if (payload.url !== `${bucket}/${key}`) throw new StorageError(400, 'InvalidSignature', 'Invalid signature');
    return payload;
  };

  return {
    /** The address of an object relative to /storage/v1, good for `seconds`, or for a week where that is less. */
    async downloadUrl(bucket: string, key: string, seconds: number, by: Signer): Promise<string> {
      const token = await sign('download', bucket, key, Math.min(seconds, DOWNLOAD_MAX_SECONDS), claimsOf(by));
      return `/object/sign/${bucket}/${key}?token=${token}`;
    },
    async uploadUrl(
      bucket: string,
      key: string,
      { upsert, ...by }: Signer & { upsert: boolean },
    ): Promise<{ url: string; token: string }> {
      const token = await sign('upload', bucket, key, UPLOAD_SECONDS, { ...claimsOf(by), upsert });
      return { url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token };
    },
    /** Answers who asked for the address. */
    async checkDownload(bucket: string, key: string, token: string | null): Promise<StorageCaller> {
      return signerOf(await check('download', bucket, key, token));
    },
    async checkUpload(bucket: string, key: string, token: string | null): Promise<UploadGrant> {
      const claims = await check('upload', bucket, key, token);
      return { caller: signerOf(claims), upsert: claims.upsert === true };
    },
  };
}

function claimsOf({ role, userId }: Signer) {
  return { by: role, owner: userId };
}

/** StorageError 400 for an address of an older version, which does not say whose it is. */
function signerOf({ by, owner }: Record<string, unknown>): StorageCaller {
  if (by === 'anon' || by === 'service_role') return { role: by, userId: null, claims: { role: by } };
  if (by !== 'authenticated' || typeof owner !== 'string') {
    throw new StorageError(400, 'InvalidJWT', 'The address does not say who made it. Ask for a new one.');
  }
  return { role: by, userId: owner, claims: { role: by, sub: owner } };
}
