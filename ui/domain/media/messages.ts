/** The texts about a post's pictures and videos. */
export const mediaMessages = {
  alt: {
    image: (caption: string) => `Picture for "${caption}"`,
    video: (caption: string) => `Video for "${caption}"`,
  },
  unavailable: { image: 'Could not load the picture.', video: 'Could not load the video.' },
  carousel: 'Slides',
  slide: (index: number, count: number) => `${index} of ${count}`,
  previous: 'Previous slide',
  next: 'Next slide',
} as const;
