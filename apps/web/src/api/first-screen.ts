/**
 * The calls of the first screen. They are typed by their definitions but made by their heads, which do not need zod.
 */

import type { readOutgoingStop } from '@signpost/contract/calls/arming.ts';
import type { listAttention } from '@signpost/contract/calls/attention.ts';
import type { HeadOf } from '@signpost/contract/calls/call-head.ts';
import type { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import {
  followNoticesHead,
  listAttentionHead,
  listBoxesHead,
  listNoticesHead,
  listPinsHead,
  readCollectionHead,
  readLeakageHead,
  readMetadataHashesHead,
  readOutgoingStopHead,
  readPreferenceHead,
  readSignInConfigHead,
  refreshMetadataHead,
  savePreferenceHead,
  signInToDemoHead,
  signInWithGoogleHead,
  signOutHead,
  statsHead,
} from '@signpost/contract/calls/first-screen.ts';
import type { readLeakage } from '@signpost/contract/calls/leakage.ts';
import type { readCollection, readMetadataHashes, refreshMetadata } from '@signpost/contract/calls/metadata.ts';
import type { followNotices, listNotices } from '@signpost/contract/calls/notifications.ts';
import type { listPins } from '@signpost/contract/calls/pins.ts';
import type { readPreference, savePreference } from '@signpost/contract/calls/profile.ts';
import type { readSignInConfig, signInToDemo, signInWithGoogle, signOut } from '@signpost/contract/calls/sign-in.ts';

import type { StatsCall } from '@signpost/contract/calls/stats.ts';

/** The call for the questions of a tab. */
export const statsCallOf = (tab: { path: string }): HeadOf<StatsCall> => statsHead(tab);

interface FirstCalls {
  readSignInConfig: HeadOf<typeof readSignInConfig>;
  signInWithGoogle: HeadOf<typeof signInWithGoogle>;
  signInToDemo: HeadOf<typeof signInToDemo>;
  signOut: HeadOf<typeof signOut>;
  readMetadataHashes: HeadOf<typeof readMetadataHashes>;
  refreshMetadata: HeadOf<typeof refreshMetadata>;
  readCollection: HeadOf<typeof readCollection>;
  listAttention: HeadOf<typeof listAttention>;
  listBoxes: HeadOf<ReturnType<typeof entityCalls>['list']>;
  readOutgoingStop: HeadOf<typeof readOutgoingStop>;
  readPreference: HeadOf<typeof readPreference>;
  savePreference: HeadOf<typeof savePreference>;
  followNotices: HeadOf<typeof followNotices>;
  listNotices: HeadOf<typeof listNotices>;
  listPins: HeadOf<typeof listPins>;
  readLeakage: HeadOf<typeof readLeakage>;
}

export const firstCalls: FirstCalls = {
  readSignInConfig: readSignInConfigHead,
  signInWithGoogle: signInWithGoogleHead,
  signInToDemo: signInToDemoHead,
  signOut: signOutHead,
  readMetadataHashes: readMetadataHashesHead,
  refreshMetadata: refreshMetadataHead,
  readCollection: readCollectionHead,
  listAttention: listAttentionHead,
  listBoxes: listBoxesHead,
  readOutgoingStop: readOutgoingStopHead,
  readPreference: readPreferenceHead,
  savePreference: savePreferenceHead,
  followNotices: followNoticesHead,
  listNotices: listNoticesHead,
  listPins: listPinsHead,
  readLeakage: readLeakageHead,
};
