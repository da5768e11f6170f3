const { createHmac, timingSafeEqual } = require('node:crypto');

/** How far the time of an attempt may be off, in seconds, as the specification recommends. */
const TOLERANCE_S = 5 * 60;

/**
 * The event in the body of a request, where its signature shows that it was sent with this secret (`whsec_…`) within the
 * last minutes: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. Throws for
 * any other.
 *
 * @param {string} secret
 * @param {Record<string, unknown>} headers with names in lower case
 * @param {Buffer} body as it arrived
 * @param {number} nowMs milliseconds since the epoch
 * @returns {{ id: string, event: { type: string, timestamp: string, data: object } }}
 */
function verify(secret, headers, body, nowMs) {
  const id = String(headers['webhook-id'] ?? '');
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  const signatures = String(headers['webhook-signature'] ?? '').split(' ');
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) throw new Error('The request is not signed.');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) throw new Error('The request is too old.');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw new Error('The node has no secret.');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isOurs = signatures.some((one) => {
    const given = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) throw new Error('The signature is wrong: the secret of this node may be an old one.');
  return { id, event: JSON.parse(body.toString('utf8')) };
}

module.exports = { verify };
