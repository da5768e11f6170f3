/** Types for the part of Meta's own client that the imitation's test uses; the client itself has none. */
declare module 'facebook-nodejs-business-sdk' {
  type Node = { id: string; _data: Record<string, unknown> };
  export const FacebookAdsApi: {
    readonly GRAPH: string;
    init(token: string, locale: string, crashLog: boolean): void;
  };
  export class User {
    constructor(id: string);
    getAccounts(fields: string[], params: object): Promise<Node[]>;
  }
  export class Page {
    constructor(id: string);
    createFeed(fields: string[], params: object): Promise<Node>;
    getPublishedPosts(fields: string[], params: object): Promise<Node[]>;
  }
  export class PagePost {
    constructor(id: string);
    createComment(fields: string[], params: object): Promise<Node>;
    get(fields: string[]): Promise<Node>;
    delete(fields: string[]): Promise<unknown>;
  }
  export class IGUser {
    constructor(id: string);
    createMedia(fields: string[], params: object): Promise<Node>;
    createMediaPublish(fields: string[], params: object): Promise<Node>;
    getMedia(fields: string[], params: object): Promise<Node[]>;
  }
}
