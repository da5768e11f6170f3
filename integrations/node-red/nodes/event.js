const { verify } = require('../lib/verify.js');

const BODY_MAX_BYTES = 1024 * 1024;
/** Events that were had lately: one whose answer was lost is sent again with the same id. */
const REMEMBERED = 1000;

module.exports = (RED) => {
  /** The node of each path. Express cannot take a route back, so there is one for all. */
  const nodes = new Map();

  RED.httpNode.use((request, response, next) => {
    const node = request.method === 'POST' ? nodes.get(request.path) : undefined;
    if (!node) return next();
    receive(node, request).then(
      () => response.status(204).end(),
      (error) => {
        node.warn(error.message);
        response.status(401).json({ error: error.message });
      },
    );
  });

  async function receive(node, request) {
    const body = await bodyOf(request);
    const { id, event } = verify(node.credentials.secret ?? '', request.headers, body, Date.now());
    if (node.known.has(id)) return;
    node.known.add(id);
    if (node.known.size > REMEMBERED) node.known.delete(node.known.values().next().value);
    const wanted = node.events;
    if (event.type !== 'test' && wanted.length > 0 && !wanted.includes(event.type)) return;
    node.status({ fill: 'green', shape: 'dot', text: event.type });
    node.send({ _msgid: RED.util.generateId(), topic: event.type, payload: event.data, event, eventId: id });
  }

  /**
   * The body as it arrived. Where the editor has the same root as the flows, as it has at first, Node-RED has parsed it
   * already: the agent writes JSON as JSON.stringify does, so that this gives the same bytes again.
   */
  async function bodyOf(request) {
    if (request.body !== undefined && request.readableEnded) return Buffer.from(JSON.stringify(request.body));
    const pieces = [];
    let size = 0;
    for await (const piece of request) {
      size += piece.length;
      if (size > BODY_MAX_BYTES) throw new Error('The request is too long.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** Sends a message for each event of a webhook of Local Agent. */
  function EventIn(config) {
    RED.nodes.createNode(this, config);
    const path = `/${String(config.path ?? '').replace(/^\/+/, '')}`;
    this.known = new Set();
    this.events = String(config.events ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    if (nodes.has(path)) this.error(`Another node has the path ${path} already.`);
    else nodes.set(path, this);
    this.on('close', () => {
      if (nodes.get(path) === this) nodes.delete(path);
    });
  }
  RED.nodes.registerType('local-agent-event', EventIn, { credentials: { secret: { type: 'password' } } });
};
