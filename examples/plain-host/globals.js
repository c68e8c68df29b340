// Globals that could break a sidebar, and additions to shared prototypes.
window.React = {
  version: '0.12.2',
  createElement() {
    throw new Error('This is a different React.');
  },
};
window.ReactDOM = {};
window.z = window.$ = window.jQuery = () => undefined;
window.process = { env: { NODE_ENV: 'development' } };
window.require = window.define = undefined;
window.name = 'records';
/* oxlint-disable no-extend-native -- this page does on purpose what no page should do */
// A helper of an old library, which appears in every `for…in` loop over an array.
Array.prototype.last = function last() {
  return this[this.length - 1];
};
