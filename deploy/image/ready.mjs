// Docker's and Podman's health check, in an image without a shell: ends with 0 if the server would take an order.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT?.trim() || 3000}/api/ready`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
