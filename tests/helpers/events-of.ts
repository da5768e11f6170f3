import { readEventStream, type StreamEvent } from '../../shared/agent/event-stream.ts';

/** The events of a response, once it has ended. */
export async function eventsOf({ body }: Response): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  if (body) for await (const event of readEventStream(body)) events.push(event);
  return events;
}
