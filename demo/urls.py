"""Addresses of the demo."""

from django.urls import URLPattern, path

from demo.views import demo

urlpatterns: list[URLPattern] = [
    path("demo/", demo.demo, name="demo"),
    path("demo/fill/", demo.demo_fill, name="demo-fill"),
    path("demo/away/", demo.demo_away, name="demo-away"),
]
