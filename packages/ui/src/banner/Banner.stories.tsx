import { LinkButton } from '../button/LinkButton.tsx';
import { Banner } from './Banner.tsx';

export default { title: 'Banner' };

const tones = ['info', 'success', 'warning', 'danger'] as const;

export const Tones = () =>
  tones.map((tone) => (
    <Banner key={tone} tone={tone}>
      The portal is read-only on Sunday from 6:00 am to 8:00 am.
    </Banner>
  ));

export const WithActionAndDismissal = () => (
  <Banner
    tone="warning"
    action={
      <LinkButton size="small" href="/status">
        Read more
      </LinkButton>
    }
    onDismiss={() => undefined}
  >
    You are offline.
  </Banner>
);
