import type { DocumentType } from '#domain/documents/document.ts';

const openXml = 'application/vnd.openxmlformats-officedocument';

export const mediaTypes: Readonly<Record<DocumentType, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${openXml}.wordprocessingml.document`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${openXml}.presentationml.presentation`,
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsx: `${openXml}.spreadsheetml.sheet`,
};
