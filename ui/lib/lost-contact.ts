/** A call that nothing answered: the agent may be gone. And the first answer after such calls. */
type Contact = 'lost' | 'found';

const contact = new EventTarget();

/** Called where a call has had no answer, so that the agent is asked at once whether it is still there. */
export function reportLostContact(): void {
  contact.dispatchEvent(new Event('lost' satisfies Contact));
}

/** Called where the backend answers again, so that what has failed is asked for at once. */
export function reportFoundContact(): void {
  contact.dispatchEvent(new Event('found' satisfies Contact));
}

/** Returns an unsubscribe function. */
export function onContact(what: Contact, listener: () => void): () => void {
  contact.addEventListener(what, listener);
  return () => contact.removeEventListener(what, listener);
}
