import type { PlatformOptions } from '../options.ts';
import { storyEffects, storyField } from '../story.ts';

const POSTS = { only: { name: 'format', values: ['post'] } } as const;
/** A username, optionally with a position in percent: from the left and from the top. */
const PERSON = /^@?[A-Za-z0-9._]{1,30}( (100|[1-9]?[0-9])){0,2}$/;

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media */
export const instagramOptions: PlatformOptions = {
  fields: [
    storyField('Post or reel'),
    {
      name: 'collaborators',
      label: 'Collaborators',
      help: 'Up to three usernames. Each is invited, and shares the post once they accept.',
      ...POSTS,
      kind: 'list',
      max: 3,
      itemLength: 31,
      placeholder: 'ada.bakes, lovelace',
      pattern: /^@?[A-Za-z0-9._]{1,30}$/,
      mistake: 'Write each collaborator as a username, such as ada.bakes.',
    },
    {
      name: 'people',
      label: 'People tagged',
      help: 'Usernames. In a picture, two numbers give the place: percent from the left and from the top.',
      isOfPost: true,
      kind: 'list',
      max: 20,
      itemLength: 39,
      placeholder: 'ada.bakes 30 60, lovelace',
      pattern: PERSON,
      mistake: 'Write each person as a username, or with their place in percent: ada.bakes 30 60.',
    },
    {
      name: 'location',
      label: 'Location',
      help: "The number of the place's Facebook Page: it is in the Page's address, or under About.",
      ...POSTS,
      isOfPost: true,
      kind: 'text',
      maxLength: 30,
      placeholder: '106377336067638',
      pattern: /^[0-9]{1,30}$/,
      mistake: "Enter the number of the place's Facebook Page.",
    },
    {
      name: 'shareToFeed',
      label: 'Show the reel in the feed too',
      concerns: ['video'],
      ...POSTS,
      kind: 'switch',
      isOn: true,
    },
  ],
  effects: storyEffects,
};
