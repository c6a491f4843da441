/**
 * Stands in for the package of this name that qs keeps its marks in (it finds circles by them): the package carries
 * what browsers without Map need, 8 KB of the first screen.
 */
module.exports = function getSideChannel() {
  const marks = new Map();
  return {
    assert(key) {
      if (!marks.has(key)) throw new TypeError('Side channel does not contain the key');
    },
    has: (key) => marks.has(key),
    get: (key) => marks.get(key),
    set: (key, value) => void marks.set(key, value),
    delete: (key) => marks.delete(key),
  };
};
