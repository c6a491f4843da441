/** Signing in and out (docs/product/access.md#signing-in). */
import { demoBody, signedInSchema, signInBody, signInConfigSchema } from '../workplace/people/sign-in.ts';
import { defineCall } from './define-call.ts';
import { readSignInConfigHead, signInToDemoHead, signInWithGoogleHead, signOutHead } from './first-screen.ts';

const tag = 'Sign-in';

export const readSignInConfig = defineCall({
  ...readSignInConfigHead,
  summary: 'How people sign in here, and on a demo as whom.',
  tag,
  access: 'public',
  answer: signInConfigSchema,
});

export const signInWithGoogle = defineCall({
  ...signInWithGoogleHead,
  repeat: 'anew',
  summary: 'Opens a session for the person of a Google access token.',
  tag,
  access: 'public',
  body: signInBody,
  answer: signedInSchema,
});

export const signInToDemo = defineCall({
  ...signInToDemoHead,
  repeat: 'anew',
  summary: 'Opens a session for a person of the demo.',
  tag,
  access: 'public',
  body: demoBody,
  answer: signedInSchema,
});

export const signOut = defineCall({
  ...signOutHead,
  summary: 'Ends the session of the call.',
  tag,
  access: 'signedIn',
  rows: 'own',
});
