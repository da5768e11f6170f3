const { requestFor } = require('../lib/requests.js');

/** Generating with a model on a slow machine takes minutes. */
const LIMIT_MS = 10 * 60_000;

module.exports = (RED) => {
  /** Where the agent is, and its token. */
  function Server(config) {
    RED.nodes.createNode(this, config);
    this.ask = async ({ method, path, body }) => {
      const answer = await fetch(new URL(path, config.url), {
        method,
        signal: AbortSignal.timeout(LIMIT_MS),
        headers: {
          authorization: `Bearer ${this.credentials.token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const json = text === '' ? null : JSON.parse(text);
      // A sentence for people, with what to do.
      if (!answer.ok) throw new Error(json?.error ?? `The agent answered with status ${answer.status}.`);
      return json;
    };
  }
  RED.nodes.registerType('local-agent-server', Server, { credentials: { token: { type: 'password' } } });

  /** Does one thing for each message, and sends what the agent answered. */
  function Action(config) {
    RED.nodes.createNode(this, config);
    const server = RED.nodes.getNode(config.server);
    this.on('input', async (message, send, done) => {
      try {
        if (!server) throw new Error('Choose the agent in the node.');
        this.status({ fill: 'blue', shape: 'dot', text: config.action });
        message.payload = await server.ask(requestFor(config.action, config, message.payload));
        this.status({});
        send(message);
        done();
      } catch (error) {
        this.status({ fill: 'red', shape: 'ring', text: error.message });
        done(error);
      }
    });
  }
  RED.nodes.registerType('local-agent', Action);
};
