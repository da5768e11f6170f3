/** A call that nothing answered: the agent may be gone. */
const lost = new EventTarget();

/** Called where a call has had no answer, so that the agent is asked at once whether it is still there. */
export function reportLostContact(): void {
  lost.dispatchEvent(new Event('lost'));
}

/** Returns an unsubscribe function. */
export function onLostContact(listener: () => void): () => void {
  lost.addEventListener('lost', listener);
  return () => lost.removeEventListener('lost', listener);
}
