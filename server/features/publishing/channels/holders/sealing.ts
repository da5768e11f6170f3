import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';
import { z } from 'zod';

/**
 * HPKE (RFC 9180) in authenticated mode: a sealed login can be opened only with the receiver's private key, and only if
 * it was sealed with the private key of the expected sender. Uses the library's own X25519, since Node's prints an
 * experimental warning to stderr before Node 22.
 */
const SUITE = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const INFO = new TextEncoder().encode('local-agent: the login of a channel, sealed for another agent, 1');
const KEY_BYTES = 32;
/** The encapsulated key that precedes each ciphertext. */
const ENCAPSULATED_BYTES = 32;

const isKey = (text: string) => Buffer.from(text, 'base64').length === KEY_BYTES;
/** A key in base64. */
export const keySchema = z.base64().refine(isKey, 'expected 32 bytes in base64');
export const keyPairSchema = z.object({ publicKey: keySchema, privateKey: keySchema });
export type AgentKeyPair = z.infer<typeof keyPairSchema>;

/** The context of a sealed login. It is authenticated, so that a ciphertext cannot be moved to another row. */
export type SealedFor = {
  accountId: string;
  from: string;
  to: string;
  /** The number of this version of the login, so that an earlier version cannot replace it. */
  generation: number;
};

export async function makeKeyPair(): Promise<AgentKeyPair> {
  const pair = await SUITE.kem.generateKeyPair();
  return {
    publicKey: base64(await SUITE.kem.serializePublicKey(pair.publicKey)),
    privateKey: base64(await SUITE.kem.serializePrivateKey(pair.privateKey)),
  };
}

/** Seals a text with the sender's key pair for the receiver's public key. Base64. */
export async function sealText(
  text: string,
  { sender, receiver, context }: { sender: AgentKeyPair; receiver: string; context: SealedFor },
): Promise<string> {
  const sealing = await SUITE.createSenderContext({
    recipientPublicKey: await publicKeyOf(receiver),
    senderKey: await cryptoPair(sender),
    info: INFO,
  });
  const sealed = await sealing.seal(new TextEncoder().encode(text), contextBytes(context));
  return Buffer.concat([Buffer.from(sealing.enc), Buffer.from(sealed)]).toString('base64');
}

/** Rejects unless `sealed` was sealed by `sender`, for this receiver and this context. */
export async function openText(
  sealed: string,
  { receiver, sender, context }: { receiver: AgentKeyPair; sender: string; context: SealedFor },
): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = await SUITE.createRecipientContext({
    recipientKey: await cryptoPair(receiver),
    senderPublicKey: await publicKeyOf(sender),
    enc: bytes.subarray(0, ENCAPSULATED_BYTES),
    info: INFO,
  });
  const opened = await opening.open(bytes.subarray(ENCAPSULATED_BYTES), contextBytes(context));
  return new TextDecoder().decode(opened);
}

function contextBytes({ accountId, from, to, generation }: SealedFor): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([accountId, from, to, generation]));
}

async function cryptoPair({ publicKey, privateKey }: AgentKeyPair): Promise<CryptoKeyPair> {
  return {
    publicKey: await publicKeyOf(publicKey),
    privateKey: await SUITE.kem.deserializePrivateKey(Buffer.from(privateKey, 'base64')),
  };
}

function publicKeyOf(text: string): Promise<CryptoKey> {
  return SUITE.kem.deserializePublicKey(Buffer.from(text, 'base64'));
}

function base64(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('base64');
}
