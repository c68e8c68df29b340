import { currentTokens, onTokensRenewed } from '../shared/session.js';

const { portal } = document.querySelector('script[data-portal]').dataset;
const { mountSidebar } = await import(`${portal}/sidebar/portico-sidebar.js`);

const config = () => ({
  contentApiUrl: portal,
  notificationApiUrl: portal,
  acpApiUrl: portal,
  ...currentTokens(),
  rememberBrowser: false,
  showWidgetToggle: true,
  applicationsConfig: {
    compensationSystemUrl: 'https://pay.example/start',
    addNewApplicationUrl: 'https://desk.example/new-application',
  },
});

function log(text) {
  const line = document.createElement('li');
  line.textContent = text;
  document.getElementById('log').append(line);
}

const sidebar = mountSidebar(document.getElementById('sidebar'), config(), {
  onError: ({ source, status, code, message }) => log(`Error of ${source}: ${status} ${code}: ${message}`),
  onNavigate: ({ href, name }) => log(`Follows ${name ?? 'a link'} to ${href}`),
  onSignOut: () => log('Wants to sign out'),
  onWidgetPanelChange: (isOpen) => log(`Widget panel ${isOpen ? 'on' : 'off'}`),
});

const stop = onTokensRenewed(() => sidebar.update(config()));
document.getElementById('refresh').addEventListener('click', () => sidebar.update(config()));
document.getElementById('remove').addEventListener('click', () => {
  stop();
  sidebar.unmount();
});
