/** The report's texts (docs/guide/insights.md explains them in detail). */
export const NOT_KNOWN = 'Not known';
export const TOO_FEW = 'too few to say';
export const NO_POSTS = 'No posts were published in this month.';
export const NO_BEST =
  'No post did measurably better than usual: nothing stood out, or too few posts with known figures to say what is usual.';
export const SUMS =
  'Sums count the posts published on a day, with their figures as known now. Below each is the number of posts with a known figure; what a platform does not report is left out, not counted as zero.';
export const COMPARED =
  'The point is the median post, 1× being usual for its account; the bar contains the true median in at least 9 of 10 cases. If bars overlap, the difference may be chance.';
export const LENGTHS: { readonly [key: string]: string } = {
  none: 'No text',
  short: 'To 100 characters',
  medium: 'To 280 characters',
  long: 'To 1,000 characters',
  very_long: 'Longer',
};
export const MEDIA: { readonly [key: string]: string } = {
  text: 'Text',
  image: 'Picture',
  carousel: 'Carousel',
  video: 'Video',
};
export const WEEKDAYS: { readonly [key: string]: string } = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
};
