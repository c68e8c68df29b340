import Bell from 'lucide-react/icons/bell';
import Plus from 'lucide-react/icons/plus';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { LinkButton } from './LinkButton.tsx';

export default { title: 'Button' };

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const sizes = ['small', 'medium', 'large'] as const;

export const Variants = () =>
  variants.map((variant) => (
    <Button key={variant} variant={variant}>
      Register
    </Button>
  ));

export const Sizes = () =>
  sizes.map((size) => (
    <Button key={size} size={size}>
      <Plus aria-hidden="true" />
      Add
    </Button>
  ));

export const Pending = () => (
  <Button variant="primary" pending>
    Register
  </Button>
);

export const Disabled = () => <Button isDisabled>Register</Button>;

export const Icons = () => (
  <>
    <IconButton label="Notifications" icon={<Bell aria-hidden="true" />} />
    <IconButton label="Add" size="small" hasTooltip={false} icon={<Plus aria-hidden="true" />} />
  </>
);

export const Links = () =>
  variants.map((variant) => (
    <LinkButton key={variant} variant={variant} href="/events">
      All events
    </LinkButton>
  ));
