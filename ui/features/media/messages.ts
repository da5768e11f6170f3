/** §2, "Media Library". */
export const mediaMessages = {
  title: 'Media Library',
  subtitle: 'Pictures and videos of your content',
  empty: { title: 'No media assets yet', description: 'Create content to populate your media library' },
};
