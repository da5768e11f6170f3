import { jwtVerify, SignJWT } from 'jose';
import { StorageError } from './error.ts';

/** How long a signed upload may begin: two hours, as hosted. */
const UPLOAD_SECONDS = 7200;

type Purpose = 'download' | 'upload';
export type UploadGrant = { ownerId: string | null; upsert: boolean };

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
    /** The address of an object relative to /storage/v1, good for `seconds`. */
    async downloadUrl(bucket: string, key: string, seconds: number): Promise<string> {
      return `/object/sign/${bucket}/${key}?token=${await sign('download', bucket, key, seconds)}`;
    },
    async uploadUrl(
      bucket: string,
      key: string,
      { ownerId, upsert }: UploadGrant,
    ): Promise<{ url: string; token: string }> {
      const token = await sign('upload', bucket, key, UPLOAD_SECONDS, { owner: ownerId, upsert });
      return { url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token };
    },
    async checkDownload(bucket: string, key: string, token: string | null): Promise<void> {
      await check('download', bucket, key, token);
    },
    async checkUpload(bucket: string, key: string, token: string | null): Promise<UploadGrant> {
      const { owner, upsert } = await check('upload', bucket, key, token);
      return { ownerId: typeof owner === 'string' ? owner : null, upsert: upsert === true };
    },
  };
}
