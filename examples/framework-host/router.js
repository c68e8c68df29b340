import { ref } from './vue.js';

/** The current path. */
export const path = ref(location.pathname);

addEventListener('popstate', () => {
  path.value = location.pathname;
});

/** Shows another page of this application. */
export function go(to) {
  history.pushState(null, '', to);
  path.value = to;
}
