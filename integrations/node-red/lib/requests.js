/**
 * The request to the agent API for an action of the node. `settings` are those of the node; what the message holds comes
 * first. Throws with what is missing.
 *
 * @param {string} action
 * @param {{ platforms?: string, at?: string }} settings
 * @param {unknown} payload of the message
 * @returns {{ method: string, path: string, body?: object }}
 */
function requestFor(action, settings, payload) {
  const given = typeof payload === 'object' && payload !== null ? payload : {};
  switch (action) {
    case 'create':
      return create(settings, typeof payload === 'string' ? { caption: payload } : given);
    case 'move':
      return {
        method: 'POST',
        path: `/api/posts/${idOf(given)}/move`,
        body: { to: given.to ?? settings.at ?? 'next' },
      };
    case 'cancel':
      return { method: 'POST', path: `/api/posts/${idOf(given)}/cancel` };
    case 'list':
      return { method: 'GET', path: `/api/posts?${new URLSearchParams(picked(given, ['status', 'order', 'limit']))}` };
    case 'generate':
      return { method: 'POST', path: '/api/generation', body: picked(given, ['project', 'count']) };
    default:
      throw new Error(`There is no action ${action}.`);
  }
}

function create(settings, { id, at = settings.at || null, ...fields }) {
  const named = (settings.platforms ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const platforms = fields.platforms ?? named;
  if (typeof fields.caption !== 'string') throw new Error('The payload has no caption: send the text, or { caption }.');
  if (platforms.length === 0) throw new Error('Name the platforms, in the node or as payload.platforms.');
  const body = { fields: { ...fields, platforms }, at: at === 'draft' ? null : at };
  return { method: 'POST', path: '/api/posts', body: id === undefined ? body : { id, ...body } };
}

/** A post of the API, an event of a webhook, or `{ id }`. */
function idOf({ id, postId, post }) {
  const found = post?.id ?? postId ?? id;
  if (typeof found !== 'string') throw new Error('The payload names no post: send { id } or an event.');
  return encodeURIComponent(found);
}

function picked(given, names) {
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

module.exports = { requestFor };
