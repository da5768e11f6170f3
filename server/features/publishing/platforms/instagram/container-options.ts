import type { OutgoingMedia, OutgoingPost } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';

/**
 * The collaborators and the location of a post, on its own container or that of its carousel.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export function ofPost(post: OutgoingPost): { collaborators?: string; location_id?: string } {
  const { text, list } = chosenOptions(post);
  const collaborators = list('collaborators').map(nameOf);
  const location_id = text('location');
  return {
    ...(collaborators.length > 0 && { collaborators: JSON.stringify(collaborators) }),
    ...(location_id !== undefined && { location_id }),
  };
}

/** A reel can be shown in the Reels tab only, and not in the feed. */
export function ofReel(post: OutgoingPost, { kind }: OutgoingMedia): { share_to_feed?: 'false' } {
  return kind === 'video' && chosenOptions(post).isOn('shareToFeed') === false ? { share_to_feed: 'false' } : {};
}

/** The people tagged in a file. In a picture each tag needs a position; tags without one are placed in a row. */
export function tagged(post: OutgoingPost, { kind }: OutgoingMedia): { user_tags?: string } {
  const people = chosenOptions(post).list('people');
  if (people.length === 0) return {};
  const tags = people.map((person, index) => {
    const [, x, y] = person.split(' ').map((text) => Number(text) / 100);
    const place = { x: x ?? (index + 1) / (people.length + 1), y: y ?? 0.5 };
    return { username: nameOf(person), ...(kind === 'image' && place) };
  });
  return { user_tags: JSON.stringify(tags) };
}

/** The username, without an @ and a position. */
function nameOf(person: string): string {
  return person.replace(/^@/, '').split(' ')[0] ?? '';
}
