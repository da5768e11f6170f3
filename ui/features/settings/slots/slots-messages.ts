/** Every word of the posting times. */
export const slotsMessages = {
  title: 'Posting times',
  none: (hours: string) =>
    `No times chosen: posts are spread evenly over your posting hours, ${hours}. Add times to say exactly when posts go out.`,
  some: (zone: string) =>
    `New posts go to the next free one of these times (${zone}), one post each. The posting hours are not used while there are any.`,
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  noTimes: 'No posts',
  time: (day: string) => `Time on ${day}`,
  addTo: (day: string) => `Add the time on ${day}`,
  remove: (time: string, day: string) => `Remove ${time} on ${day}`,
  copy: 'Copy to…',
  copyOf: (day: string) => `Copy the times of ${day}`,
  toAll: 'All days',
  toWeek: 'Monday to Friday',
  clear: 'Remove all times',
  removed: 'Removed all posting times',
  copied: (day: string) => `Copied the times of ${day}`,
  undo: 'Undo',
  failed: 'Error saving the posting times',
  tooClose: (time: string) => `Posts keep half an hour apart, and ${time} is closer. Choose another time.`,
  tooMany: (most: number) => `A day has at most ${most} times.`,
  needsTime: 'Enter a time.',
} as const;
