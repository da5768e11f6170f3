/** Data about posts in the platforms' pages, in their known formats. */

export function tiktokPage(id: string | null, playCount = 0): string {
  const stats = { playCount, diggCount: 30, commentCount: 4, shareCount: 2, collectCount: '1' };
  const detail = id === null ? { statusCode: 10204 } : { statusCode: 0, itemInfo: { itemStruct: { id, stats } } };
  return JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.video-detail': detail } });
}

export function tiktokProfile(uniqueId: string, followerCount: number): string {
  const userInfo = { user: { uniqueId }, stats: { followerCount } };
  return JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.user-detail': { userInfo } } });
}

export function instagramPage(code: string, more: object = {}): string {
  const items = [{ code, like_count: 12, comment_count: 3, play_count: 90, ...more }];
  const data = { xdt_api__v1__media__shortcode__web_info: { items } };
  return JSON.stringify({ require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { result: { data } } }]]] });
}

export function xLabels(id: string): Record<string, string> {
  const path = `/ada/status/${id}/analytics`;
  return {
    reply: '0 Replies. Reply',
    unretweet: '2 reposts. Undo repost',
    like: '40 Likes. Like',
    bookmark: 'Bookmark',
    [path]: '1204 views. View post analytics',
  };
}

export function xProfile(additionalName: string, userInteractionCount: number): string {
  const interactionType = 'https://schema.org/FollowAction';
  return JSON.stringify({
    mainEntity: { additionalName, interactionStatistic: [{ interactionType, userInteractionCount }] },
  });
}
