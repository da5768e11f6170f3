import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { SECRET_LOST } from './messages.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `keyId` distinguishes a secret encrypted with another key from a damaged one. Bytes are base64. */
export const sealedSecretSchema = z.object({
  workspace: z.string(),
  keyId: z.string(),
  iv: z.base64(),
  tag: z.base64(),
  data: z.base64(),
});
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

/** A fingerprint that identifies a key without revealing it. */
export function idOf(key: Buffer): string {
  return createHash('sha256').update('id of a channel key').update(key).digest('hex').slice(0, 16);
}

/** The owner of a secret. */
export type Owner = { kind: string; workspace: string; id: string };

/** Additional authenticated data, so that one owner's file cannot replace another's. */
function ownerBytes({ kind, workspace, id }: Owner): Buffer {
  return Buffer.from(JSON.stringify([kind, workspace, id]));
}

export function encrypt(secret: unknown, key: Buffer, owner: Owner): SealedSecret {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(ownerBytes(owner));
  const data = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
  return {
    workspace: owner.workspace,
    keyId: idOf(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** AppError no_session for a damaged secret, and for one of another owner. */
export function decrypt(
  { workspace, iv, tag, data }: SealedSecret,
  key: Buffer,
  owner: Pick<Owner, 'kind' | 'id'>,
): unknown {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes(iv), { authTagLength: TAG_BYTES })
      .setAAD(ownerBytes({ ...owner, workspace }))
      .setAuthTag(bytes(tag));
    return JSON.parse(Buffer.concat([decipher.update(bytes(data)), decipher.final()]).toString('utf8'));
  } catch (cause) {
    throw new AppError('no_session', SECRET_LOST, { cause });
  }
}
