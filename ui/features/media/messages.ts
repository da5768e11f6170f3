/** §2, "Media Library". */
export const mediaMessages = {
  title: 'Media Library',
  subtitle: 'Pictures and videos of your content',
  loading: 'Loading media...',
  loadFailed: { title: 'The media could not be loaded' },
  empty: { title: 'No media assets yet', description: 'Create content to populate your media library' },
  newest: (shown: number, count: number) => `The newest ${shown} of ${count} files`,
  picture: (made: string) => `Picture made ${made}`,
  video: (uploaded: string) => `Video uploaded ${uploaded}`,
};
