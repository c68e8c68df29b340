// Names that a sidebar might stumble over, and things added to what every script shares.
window.React = {
  version: '0.12.2',
  createElement() {
    throw new Error('That is another React.');
  },
};
window.ReactDOM = {};
window.z = window.$ = window.jQuery = () => undefined;
window.process = { env: { NODE_ENV: 'development' } };
window.require = window.define = undefined;
window.name = 'records';
/* oxlint-disable no-extend-native -- what no page should do is what this one is for */
// An old library's helper: it turns up in every loop over the keys of a list.
Array.prototype.last = function last() {
  return this[this.length - 1];
};
