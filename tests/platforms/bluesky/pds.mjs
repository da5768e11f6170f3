// The personal data server, on data that outlives it. Prints its URL.
import Database from 'better-sqlite3';

// libsql replaces better-sqlite3, and returns bytes as ArrayBuffers instead of Buffers.
const { prototype } = new Database(':memory:').prepare('select 1').constructor;
const { iterate } = prototype;
prototype.iterate = function* (...parameters) {
  for (const row of iterate.apply(this, parameters)) {
    for (const [name, value] of Object.entries(row)) {
      if (value instanceof ArrayBuffer) row[name] = Buffer.from(value);
    }
    yield row;
  }
};

const { mockNetworkUtilities, TestPds } = await import('@atproto/dev-env');
const [, , plcUrl, port, folder, appView] = process.argv;
const pds = await TestPds.create({
  didPlcUrl: plcUrl,
  port: Number(port),
  dataDirectory: `${folder}/data`,
  blobstoreDiskLocation: `${folder}/blobs`,
  blobUploadLimit: 100_000_000,
  ...(appView && { bskyAppViewUrl: appView, bskyAppViewDid: 'did:web:localhost' }),
});
mockNetworkUtilities(pds);
process.stdout.write(`${JSON.stringify({ url: pds.url })}\n`);
