import Captions from 'lucide-react/icons/captions';
import File from 'lucide-react/icons/file';
import FileImage from 'lucide-react/icons/file-image';
import FilePlay from 'lucide-react/icons/file-play';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import Presentation from 'lucide-react/icons/presentation';
import styles from './FileFormatIcon.module.css';

const kinds: Record<string, [icon: typeof File, tone: string]> = {
  PDF: [FileText, 'danger'], DOCX: [FileText, 'info'], TXT: [FileText, 'muted'],
  XLSX: [FileSpreadsheet, 'success'], CSV: [FileSpreadsheet, 'success'], PPTX: [Presentation, 'warning'],
  PNG: [FileImage, 'accent'], JPEG: [FileImage, 'accent'], WEBP: [FileImage, 'accent'],
  MP4: [FilePlay, 'accent'], WEBM: [FilePlay, 'accent'], VTT: [Captions, 'muted'],
};

/** A drawing for a format such as `PDF`; one that is not known gets a plain sheet. Decoration: the format stands beside it in words. */
export function FileFormatIcon({ format }: { format: string }) {
  const [Icon, tone] = (Object.hasOwn(kinds, format) ? kinds[format] : undefined) ?? [File, 'muted'];
  return <span className={styles.icon} data-tone={tone} aria-hidden="true"><Icon /></span>;
}
