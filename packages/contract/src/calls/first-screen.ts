/** The heads of the calls that are made before a screen with forms is open. Without zod (docs/decisions/0045). */
import type { CallHead } from './call-head.ts';

export const readSignInConfigHead = { name: 'readSignInConfig', method: 'GET', path: 'auth/config' } as const;
export const signInWithGoogleHead = { name: 'signInWithGoogle', method: 'POST', path: 'auth/google' } as const;
export const signInToDemoHead = { name: 'signInToDemo', method: 'POST', path: 'auth/demo' } as const;
export const signOutHead = { name: 'signOut', method: 'DELETE', path: 'auth/session' } as const;
export const readMetadataHashesHead = { name: 'readMetadataHashes', method: 'GET', path: 'metadata/hashes' } as const;
export const refreshMetadataHead = { name: 'refreshMetadata', method: 'GET', path: 'metadata/refresh' } as const;
export const readCollectionHead = { name: 'readCollection', method: 'GET', path: 'metadata/:name' } as const;
export const listAttentionHead = { name: 'listAttention', method: 'GET', path: 'attention' } as const;
export const readLeakageHead = { name: 'readLeakage', method: 'GET', path: 'leakage' } as const;
export const readOutgoingStopHead = { name: 'readOutgoingStop', method: 'GET', path: 'outgoing-stop' } as const;
/** The list of campaign boxes, whose definition comes with its entity (`entity-calls.ts`). */
export const listBoxesHead = {
  name: 'campaignBox.list',
  group: 'campaignBox',
  method: 'GET',
  path: 'campaign-boxes',
} as const;
export const listPinsHead = { name: 'listPins', method: 'GET', path: 'pins' } as const;
export const readPreferenceHead = { name: 'readPreference', method: 'GET', path: 'preferences/:key' } as const;
export const savePreferenceHead = { name: 'savePreference', method: 'PUT', path: 'preferences/:key' } as const;
export const listNoticesHead = { name: 'listNotices', method: 'GET', path: 'notifications' } as const;
export const followNoticesHead = { name: 'followNotices', method: 'GET', path: 'notifications/live' } as const;

/** The call of a tab: `statistics/tabs/internal-socials` → `readStatsInternalSocials`. Several tabs share the first address. */
export function statsHead({ path }: { path: string }): CallHead & { method: 'GET' } {
  const words = path.replace('statistics/', '').replace('tabs/', '').split('-');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return { name: `readStats${name}`, method: 'GET', path };
}
