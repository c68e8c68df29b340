import Banknote from 'lucide-react/icons/banknote';
import Calendar from 'lucide-react/icons/calendar';
import ChartLine from 'lucide-react/icons/chart-line';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import Flag from 'lucide-react/icons/flag';
import Globe from 'lucide-react/icons/globe';
import Handshake from 'lucide-react/icons/handshake';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Lock from 'lucide-react/icons/lock';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Users from 'lucide-react/icons/users';
import type { IconName } from './shape.ts';

/** The icon for each name that an author can choose. */
export const contentIcons: Record<IconName, typeof Check> = {
  Calendar,
  Chart: ChartLine,
  Check,
  Clock,
  Document: FileText,
  Flag,
  Globe,
  Handshake,
  Home: House,
  Key: KeyRound,
  Lightbulb,
  Lock,
  Mail,
  Money: Banknote,
  People: Users,
  Phone,
  Scale,
  Shield: ShieldCheck,
  Star,
  Warning: TriangleAlert,
};
