/** `lost`: a call got no response, so the agent may be unreachable. `found`: the first response after that. */
type Contact = 'lost' | 'found';

const contact = new EventTarget();

/** Reports a call without a response, so that the agent is polled at once. */
export function reportLostContact(): void {
  contact.dispatchEvent(new Event('lost' satisfies Contact));
}

/** Reports that the backend responds again, so that failed queries are refetched at once. */
export function reportFoundContact(): void {
  contact.dispatchEvent(new Event('found' satisfies Contact));
}

/** Adds a listener. Returns an unsubscribe function. */
export function onContact(what: Contact, listener: () => void): () => void {
  contact.addEventListener(what, listener);
  return () => contact.removeEventListener(what, listener);
}
