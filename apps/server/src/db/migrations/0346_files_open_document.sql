-- OpenDocument and Rich Text Format beside the formats of Microsoft Office.
alter table files drop constraint files_format_check;
-- safe: allows more than the check before it
alter table files add constraint files_format_check check (format in
  ('PDF', 'DOCX', 'XLSX', 'PPTX', 'ODT', 'ODS', 'ODP', 'RTF', 'CSV', 'TXT', 'PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM', 'VTT'));

alter table form_files drop constraint form_files_format_check;
-- safe: allows more than the check before it
alter table form_files add constraint form_files_format_check check (format in
  ('PDF', 'DOCX', 'XLSX', 'PPTX', 'ODT', 'ODS', 'ODP', 'RTF', 'CSV', 'TXT', 'PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM', 'VTT'));
