/** Browser storage. If it fails (private mode, full), the app still works with less comfort. */
export const storage = {
  read(key: string): unknown {
    try {
      const text = localStorage.getItem(key);
      if (text === null) return null;
      return JSON.parse(text);
    } catch (error) {
      console.warn(`${key} could not be read from the browser.`, error);
      return null;
    }
  },
  write(key: string, value: unknown): void {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      console.warn(`${key} could not be saved in the browser.`, error);
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch (error) {
      console.warn(`${key} could not be removed from the browser.`, error);
    }
  },
};
