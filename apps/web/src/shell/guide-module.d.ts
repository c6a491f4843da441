declare module 'virtual:guide' {
  export const guide: readonly import('./guide-text.ts').GuideText[];
}
