/** The paths under which screens open posts and other things. The screens read the same parameter names. */
export const paths = {
  post: (id: string) => `/compose/${id}`,
  newPostAt: (time: string) => `/compose?at=${time}`,
  postPanel: (id: string) => `/scheduler?post=${id}`,
  postPreview: (id: string) => `/scheduler?preview=${id}`,
  postDeliveries: (id: string) => `/scheduler?deliveries=${id}`,
  postsOfProject: (id: string) => `/scheduler?project=${id}`,
  postsOfDay: (date: string) => `/scheduler?view=day&date=${date}`,
  answersToPost: (id: string) => `/answers?state=unread&post=${id}`,
  project: (id: string) => `/create?project=${id}`,
  settings: (section: string) => `/settings/${section}`,
} as const;
