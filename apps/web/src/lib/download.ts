/** Offers a file made of these parts for download. */
export function download({ parts, fileName, type }: { parts: BlobPart[]; fileName: string; type: string }): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read it only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
