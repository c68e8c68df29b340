import { createApp, h, onMounted, onUnmounted, ref } from './vue.js';
import { currentTokens, onTokensRenewed } from '../shared/session.js';
import { go, path } from './router.js';

const { portal } = document.querySelector('script[data-portal]').dataset;

const pages = { '/': 'Clients', '/accounts': 'Accounts', '/accounts/open': 'Open an account' };
const rows = {
  '/': [
    ['Hollis family', 'Meeting on Thursday'],
    ['Marrow Creek LLC', 'Two forms to sign'],
    ['Ines Okafor', 'New this week'],
  ],
  '/accounts': [
    ['Hollis joint', 'Brokerage'],
    ['Hollis Roth IRA', 'Retirement'],
    ['Marrow Creek operating', 'Brokerage'],
  ],
};

/** The sidebar from the framework's point of view: an element with a property and three events. */
const PortalSidebar = {
  emits: ['problem'],
  setup(_, { emit }) {
    const tokens = ref(currentTokens());
    let stop;
    onMounted(() => {
      stop = onTokensRenewed((fresh) => {
        tokens.value = fresh;
      });
    });
    onUnmounted(() => stop());

    const navigate = (event) => {
      const url = new URL(event.detail.href);
      if (url.origin !== location.origin) return;
      // A page of this application: its router shows it without loading a document.
      event.preventDefault();
      go(url.pathname);
    };
    const signOut = (event) => {
      event.preventDefault();
      emit('problem', 'The person signed out.');
    };
    return () =>
      h('portico-sidebar', {
        'content-api-url': portal,
        'notification-api-url': portal,
        'show-widget-toggle': 'false',
        '.config': { ...tokens.value },
        onPorticoError: (event) => emit('problem', `${event.detail.status} ${event.detail.code}`),
        onPorticoNavigate: navigate,
        onPorticoSignOut: signOut,
      });
  },
};

createApp({
  setup() {
    const problems = ref([]);
    const follow = (event) => {
      event.preventDefault();
      go(event.currentTarget.pathname);
    };
    return () =>
      h('div', { class: 'desk' }, [
        h(PortalSidebar, { onProblem: (problem) => problems.value.push(problem) }),
        h('main', [
          h('h1', pages[path.value] ?? 'Not found'),
          h(
            'nav',
            { class: 'tabs', 'aria-label': 'Client desk' },
            Object.entries(pages).map(([href, title]) =>
              h('a', { href, onClick: follow, 'aria-current': href === path.value ? 'page' : undefined }, title),
            ),
          ),
          h(
            'ul',
            { class: 'rows' },
            (rows[path.value] ?? []).map(([name, note]) => h('li', [name, h('span', note)])),
          ),
          h(
            'ul',
            { id: 'problems' },
            problems.value.map((problem) => h('li', problem)),
          ),
        ]),
      ]);
  },
}).mount('#app');
