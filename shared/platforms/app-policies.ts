/**
 * The texts of pages whose URLs consoles require, such as a privacy policy, for an app with a single user. Each
 * paragraph is one line, so that they fit any page.
 */
export const APP_POLICIES = {
  privacy: {
    name: 'A privacy policy for your app',
    text: `Privacy policy

This app belongs to one person, who alone uses it. It has no other users.
It runs on its owner's own computer, and posts to its owner's own accounts.
It collects no data about visitors or other people, and has no cookies, no analytics and no advertising.
It keeps the logins of its owner's accounts, encrypted on that computer, and its owner's posts with their figures.
Data goes only to the platforms that the owner posts to, and to services that the owner has set up.
To delete data, the owner disconnects an account in the app, or removes the app in the platform's settings.
Questions? Write to the owner of this page.`,
  },
  terms: {
    name: 'Terms of use for your app',
    text: `Terms of use

This app belongs to one person, who alone uses it. Nobody else may log in with it.
It posts to its owner's own accounts what its owner has written or approved.
It comes as it is, without any warranty.`,
  },
} as const;
export type AppPolicy = keyof typeof APP_POLICIES;
