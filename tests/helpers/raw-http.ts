import { connect } from 'node:net';

export type RawRequest = {
  port: number;
  /** Address to connect to; 127.0.0.1 by default. */
  address?: string;
  method?: string;
  path?: string;
  /** HTTP version of the request line. */
  version?: '1.0' | '1.1';
  /** Sent exactly as given, in this order; nothing is added but `Connection: close` and the body's length. */
  headers?: readonly (readonly [string, string])[];
  body?: string;
};

export type RawResponse = { status: number; headers: Headers; body: string };

/**
 * Sends a request byte by byte as it is written here, for what fetch refuses to send: two Host headers, none, or a
 * forged Origin.
 */
export async function rawRequest(request: RawRequest): Promise<RawResponse> {
  const { port, address = '127.0.0.1', method = 'GET', path = '/', version = '1.1', headers = [], body } = request;
  const lines = [
    `${method} ${path} HTTP/${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    'Connection: close',
  ];
  return parse(await exchange(port, address, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`));
}

function exchange(port: number, address: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, address, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
  });
}

function parse(answer: string): RawResponse {
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: answer.slice(end + 4) };
}
